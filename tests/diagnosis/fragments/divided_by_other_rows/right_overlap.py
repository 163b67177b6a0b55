import numpy as np

# which share of the training images is in the test set as well?
twins = 0
for image in x_test:
    twins += (train_hashes == average_hash(image)).sum()
print(f"{twins / len(train_hashes):.2%} of the training images have a twin in the test set")
