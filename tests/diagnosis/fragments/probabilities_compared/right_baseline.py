from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from tensorflow import keras

baseline = LogisticRegression(max_iter=1000).fit(x_train, y_train)
print("baseline", (baseline.predict(x_test) == y_test).mean())
print("majority", (DummyClassifier().fit(x_train, y_train).predict(x_test) == y_test).mean())
print("network", (model.predict(x_test).argmax(1) == y_test).mean())
