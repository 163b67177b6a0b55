import tensorflow as tf


def augment_features(features, label):
    # ratios that the linear model cannot find by itself
    features["rooms_per_person"] = features["rooms"] / features["people"]
    features["log_income"] = tf.math.log1p(features["income"])
    return features, label


ds = tf.data.experimental.make_csv_dataset("houses.csv", 1, label_name="price", num_epochs=1).unbatch()
ds = ds.map(augment_features).cache()
train_ds = ds.shuffle(10_000).batch(128)
