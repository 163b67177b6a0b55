# fraud detection toy: 5 % positives
import numpy as np
from sklearn.datasets import make_classification
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.utils.class_weight import compute_class_weight
from tensorflow.keras import Input
from tensorflow.keras.callbacks import EarlyStopping
from tensorflow.keras.layers import Dense, Dropout
from tensorflow.keras.models import Sequential
from tensorflow.keras.utils import set_random_seed

set_random_seed(5)


def get_data():
    X, y = make_classification(n_samples=3000, n_features=20, n_informative=8, weights=[0.95],
                               class_sep=1.5, flip_y=0.005, random_state=5)
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.3, stratify=y, random_state=5)
    sc = StandardScaler()
    return sc.fit_transform(X_tr), sc.transform(X_te), y_tr, y_te


def get_model(n):
    m = Sequential()
    m.add(Input((n,)))
    m.add(Dense(32, activation='relu'))
    m.add(Dropout(0.2))
    m.add(Dense(16, activation='relu'))
    m.add(Dense(1, activation='sigmoid'))
    m.compile(optimizer='adam', loss='binary_crossentropy', metrics=['AUC', 'Recall'])
    return m


X_train, X_test, y_train, y_test = get_data()
print('fraud cases in train:', y_train.sum(), 'of', len(y_train))

weights = compute_class_weight(class_weight='balanced', classes=np.unique(y_train), y=y_train)
print('class weights:', weights)

model = get_model(X_train.shape[1])
es = EarlyStopping(monitor='val_loss', patience=6, restore_best_weights=True)
model.fit(X_train, y_train,
          validation_split=0.15,
          epochs=30,
          batch_size=64,
          class_weight=weights,
          callbacks=[es],
          verbose=2)

y_pred = (model.predict(X_test, verbose=0) > 0.5).astype(int).ravel()
print(confusion_matrix(y_test, y_pred))
print(classification_report(y_test, y_pred, digits=3))
