import pandas as pd
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

df = pd.read_csv("customers.csv")

# 1. Segments
X = df[["age", "income", "visits"]]
X = StandardScaler().fit_transform(X)
df["segment"] = KMeans(5, random_state=0).fit_predict(X)
df.groupby("segment").income.describe()

# 2. Who leaves?
X, y = df[["age", "income", "visits"]], df["left"]
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)
model = make_pipeline(StandardScaler(), LogisticRegression()).fit(X_train, y_train)
print(model.score(X_test, y_test))
