eval_interval = 500

for round_number in range(rounds):
    model.train()
    for _ in range(eval_interval):
        xb, yb = get_batch("train")
        loss = criterion(model(xb), yb)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
    model.eval()
    print(round_number, estimate_loss(model, "val"))
