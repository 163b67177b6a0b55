from mining import sample_triplets

num_negatives, num_positives = 8, 2
for epoch in range(epochs):
    a, p, n = sample_triplets(labels, num_negatives, num_positives)
    loss = margin_loss(net(x[a]), net(x[p]), net(x[n]))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
