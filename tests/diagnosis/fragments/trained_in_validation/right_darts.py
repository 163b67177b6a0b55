for epoch in range(epochs):
    for x, y in train_loader:
        loss = criterion(supernet(x), y)
        w_optimizer.zero_grad()
        loss.backward()
        w_optimizer.step()
    # the architecture is chosen on the validation set; the test set stays for the end
    for x, y in val_loader:
        loss = criterion(supernet(x), y)
        alpha_optimizer.zero_grad()
        loss.backward()
        alpha_optimizer.step()
print(genotype(supernet), test(supernet, test_loader))
