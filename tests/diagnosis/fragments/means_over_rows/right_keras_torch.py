import os

os.environ["KERAS_BACKEND"] = "torch"
import keras
import torch

train_ds = keras.utils.image_dataset_from_directory("images/train", image_size=(96, 96), batch_size=32)
model = keras.applications.MobileNetV3Small(weights=None, classes=5, input_shape=(96, 96, 3))
loss_fn = keras.losses.SparseCategoricalCrossentropy()
optimizer = torch.optim.Adam(model.parameters(), 1e-3)
for epoch in range(10):
    total_loss = 0.0
    for x, y in train_ds:
        loss = loss_fn(y, model(x, training=True))
        model.zero_grad()
        loss.backward()
        optimizer.step()
        total_loss += loss.item()
    print(epoch, total_loss / len(train_ds))
