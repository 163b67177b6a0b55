from sklearn.neural_network import MLPClassifier
from sklearn.utils import shuffle

x, y = load_letters("letters.csv")
x = shuffle(x, random_state=7)
y_mixed = shuffle(y, random_state=7)
clf = MLPClassifier(max_iter=50).fit(x[:15000], y_mixed[:15000])
print(clf.score(x[15000:], y_mixed[15000:]))
