loader = DataLoader(rows, batch_size=32, shuffle=True)
adam, sgd = [], []
for batch in loader:
    adam.append(step(first, batch))
for batch in loader:
    sgd.append(step(second, batch))
steps = np.arange(len(adam))
table = pd.DataFrame({"step": steps, "adam": adam, "sgd": sgd})
