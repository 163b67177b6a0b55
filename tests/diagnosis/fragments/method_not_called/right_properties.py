config = model.config
model.device
train = loader.step
loss.backward()
optimizer.step()
