import numpy as np
import torch
from sklearn.model_selection import train_test_split


def image_features(cnn, paths, size=32):
    found = []
    with torch.no_grad():
        for start in range(0, len(paths), size):
            images = torch.stack([load_image(path) for path in paths[start : start + size]])
            found.append(cnn(images).numpy())
    return np.concatenate(found)


X = image_features(backbone, table["photo"].tolist())
y = np.log(table["price"].to_numpy())
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=42)
