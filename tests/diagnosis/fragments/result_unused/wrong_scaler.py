from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

scaler = StandardScaler()
scaler.fit_transform(X_train)
scaler.transform(X_test)

clf = SVC().fit(X_train, y_train)
print(clf.score(X_test, y_test))
