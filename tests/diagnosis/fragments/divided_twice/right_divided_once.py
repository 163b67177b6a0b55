accelerator = Accelerator(gradient_accumulation_steps=4)
for x, y in rows:
    with accelerator.accumulate(model):
        loss = loss_function(model(x), y)
        total += loss.item() / len(rows)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
