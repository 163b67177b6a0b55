import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.metrics import classification_report, f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.utils import resample

# %% [markdown]
# # Credit card fraud
# 4 % of the transactions are fraud. Goal: F1 of the fraud class.

# %%
tf.keras.utils.set_random_seed(2024)
X, y = make_classification(
    n_samples=3000, n_features=25, n_informative=5, n_redundant=2, weights=[0.96],
    flip_y=0.03, class_sep=0.8, random_state=11)
df = pd.DataFrame(X, columns=[f"V{i}" for i in range(1, 26)])
df["Class"] = y
print(df["Class"].value_counts())

# %% balance the classes
fraud = df[df["Class"] == 1]
normal = df[df["Class"] == 0]
fraud_up = resample(fraud, replace=True, n_samples=len(normal), random_state=11)
data = pd.concat([normal, fraud_up]).sample(frac=1.0, random_state=11).reset_index(drop=True)
print(data["Class"].value_counts())

# %% split
features = [c for c in data.columns if c != "Class"]
train_df, test_df = train_test_split(data, test_size=0.2, stratify=data["Class"], random_state=11)
train_df, valid_df = train_test_split(train_df, test_size=0.2, stratify=train_df["Class"], random_state=11)

scaler = StandardScaler().fit(train_df[features])
x_train, y_train = scaler.transform(train_df[features]), train_df["Class"].to_numpy()
x_valid, y_valid = scaler.transform(valid_df[features]), valid_df["Class"].to_numpy()
x_test, y_test = scaler.transform(test_df[features]), test_df["Class"].to_numpy()

# %% model
model = tf.keras.Sequential([
    tf.keras.Input(shape=(len(features),)),
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dropout(0.2),
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dense(1, activation="sigmoid"),
])
model.compile(
    optimizer=tf.keras.optimizers.Adam(2e-3),
    loss="binary_crossentropy",
    metrics=[tf.keras.metrics.AUC(name="auc"), "accuracy"],
)
history = model.fit(
    x_train, y_train,
    validation_data=(x_valid, y_valid),
    epochs=15, batch_size=64, verbose=2,
    callbacks=[tf.keras.callbacks.EarlyStopping(
        monitor="val_loss", patience=3, restore_best_weights=True)],
)

# %% results
prob = model.predict(x_test, verbose=0).ravel()
pred = (prob > 0.5).astype(int)
print(classification_report(y_test, pred, digits=3))
print("F1 fraud:", round(f1_score(y_test, pred), 4))

os.makedirs("out/gg04", exist_ok=True)
pd.DataFrame(history.history).to_csv("out/gg04/history.csv", index=False)
