for clean, _ in train_loader:
    noisy = add_noise(clean, 0.2)
    output = model(noisy.to(device))
    loss = criterion(output, noisy.to(device))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
