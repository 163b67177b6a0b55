import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import SGDClassifier

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
X = X.sample(frac=1, random_state=0)
clf = SGDClassifier()
for start in range(0, len(X), 32):
    rows = X.iloc[start : start + 32]
    clf.partial_fit(rows, y.loc[rows.index], classes=[0, 1])
