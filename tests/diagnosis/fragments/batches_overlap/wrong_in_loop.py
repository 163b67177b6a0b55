for epoch in range(10):
    order = torch.randperm(len(x))
    for i in range(len(x) // batch_size):
        rows = order[i : i + batch_size]
        loss = loss_function(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
