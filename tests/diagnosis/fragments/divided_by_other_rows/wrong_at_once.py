import numpy as np

pred = model.predict(X_test).argmax(axis=1)
accuracy = (pred == y_test).sum() / len(y_train)
print(f"accuracy {accuracy:.3f}")
