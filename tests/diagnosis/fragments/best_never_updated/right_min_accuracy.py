from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score
import joblib

min_accuracy = 0.9

clf = RandomForestClassifier(n_estimators=300, random_state=0).fit(X_train, y_train)
acc = accuracy_score(y_test, clf.predict(X_test))
if acc >= min_accuracy:
    joblib.dump(clf, "model.joblib")
    print("model saved, accuracy", acc)
else:
    raise SystemExit(f"accuracy {acc:.3f} is below {min_accuracy}")
