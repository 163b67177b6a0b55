def to_tensors(frame):
    class_to_idx = {name: number for number, name in enumerate(np.sort(frame["species"].unique()))}
    return frame["species"].map(class_to_idx).to_numpy()


def prepare(frame):
    names = list(frame["species"].unique())
    names.sort()
    label_to_id = {name: number for number, name in enumerate(names)}
    return frame["species"].map(label_to_id).to_numpy()


y_train = to_tensors(train_df), prepare(train_df)
y_test = to_tensors(test_df), prepare(test_df)
