import numpy as np
from torch.utils.data import DataLoader, RandomSampler

# confidence interval of the accuracy: test rows drawn with replacement
scores = []
for _ in range(1000):
    bootstrap_test_loader = DataLoader(
        test_set, batch_size=512, sampler=RandomSampler(test_set, replacement=True, num_samples=len(test_set))
    )
    scores.append(accuracy(model, bootstrap_test_loader))
print(np.percentile(scores, [2.5, 97.5]))
