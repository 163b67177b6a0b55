paths = [str(path) for path in root.glob("*/*")]
random.shuffle(paths)
labels = [index[path.split("/")[-2]] for path in paths]
data = tf.data.Dataset.from_tensor_slices((paths, labels))
