first = DataLoader(rows_a, batch_size=32, shuffle=True)
second = DataLoader(rows_b, batch_size=32, shuffle=True)
for a, b in zip(first, second):
    loss = mse_loss(decode(encode(a)), a) + mse_loss(decode(encode(b)), b)
    loss.backward()
