window = series[-20:].reshape(1, 20, 1)
forecast = []
for _ in range(30):
    pred = model.predict(window, verbose=0)
    forecast.append(pred[0, 0])
    window = np.concatenate((window[:, :-1, :], pred.reshape(1, 1, 1)), axis=1)
