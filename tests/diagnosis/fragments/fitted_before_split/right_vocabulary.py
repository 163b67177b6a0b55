from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

keywords = open("keywords.txt").read().split()
counter = CountVectorizer(vocabulary=keywords, binary=True)
features = counter.fit_transform(texts)
X_train, X_test, y_train, y_test = train_test_split(features, labels, stratify=labels)
print(LogisticRegression().fit(X_train, y_train).score(X_test, y_test))
