random_labels = train_labels.copy()
np.random.shuffle(random_labels)
memorizer.fit(train_images, random_labels)
