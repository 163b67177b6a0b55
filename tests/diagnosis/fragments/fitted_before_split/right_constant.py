import pandas as pd
from sklearn.impute import SimpleImputer
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split

df = pd.read_csv("patients.csv")
imputer = SimpleImputer(strategy="constant", fill_value=-1)
X = imputer.fit_transform(df.drop(columns="target"))
X_train, X_test, y_train, y_test = train_test_split(X, df["target"], random_state=1)
print(RandomForestClassifier().fit(X_train, y_train).score(X_test, y_test))
