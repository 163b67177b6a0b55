to_y, to_x = nn.Linear(6, 6), nn.Linear(6, 6)
optimizer = torch.optim.Adam([*to_y.parameters(), *to_x.parameters()])
for epoch in range(20):
    x = x[torch.randperm(len(x))]
    y = y[torch.randperm(len(y))]
    for a, b in zip(x.split(200), y.split(200)):
        made = to_y(a), to_x(b)
        step(apart(made[0], b) + apart(made[1], a))
