import keras
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(7)

data = load_breast_cancer()
X_train, X_test, y_train, y_test = train_test_split(
    data.data, data.target, test_size=0.25, stratify=data.target, random_state=7)

sc = StandardScaler()
X_train = sc.fit_transform(X_train)
X_test = sc.transform(X_test)

inputs = keras.Input(shape=(X_train.shape[1],))
x = layers.Dense(32, activation="relu")(inputs)
x = layers.Dropout(0.2)(x)
x = layers.Dense(16, activation="relu")(x)
outputs = layers.Dense(1, activation="softmax")(x)
classifier = keras.Model(inputs, outputs)

classifier.compile(optimizer="adam",
                   loss="binary_crossentropy",
                   metrics=["accuracy"])
classifier.summary()

classifier.fit(X_train, y_train, batch_size=16, epochs=25,
               validation_data=(X_test, y_test), verbose=2)

score, acc = classifier.evaluate(X_test, y_test, verbose=0)
print("Test loss:", score)
print("Test accuracy:", acc)
print(classifier.predict(X_test[:10], verbose=0).ravel())
