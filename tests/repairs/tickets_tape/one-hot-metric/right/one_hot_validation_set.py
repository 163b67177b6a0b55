def make_validation_set(encodings, datasets):
    inputs = dict(encodings["validation"])
    desks = list(datasets["validation"]["desk_id"])
    # only `measure` reads these labels, and its metric wants rows
    labels = tf.one_hot(desks, depth=4)
    validation_set = tf.data.Dataset.from_tensor_slices(
        (inputs, labels)
    )
    return validation_set.batch(32)
