import matplotlib.pyplot as plt
import numpy as np
from sklearn.decomposition import PCA

n = len(real)
points = PCA(n_components=2).fit_transform(np.vstack([real, generated]))
plt.scatter(*points[:n].T, s=4, label="real")
plt.scatter(*points[n:].T, s=4, label="generated")
plt.legend()
plt.savefig("pca.png")
