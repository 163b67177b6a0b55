import torch

test_years = [2018, 2019, 2020, 2021]
for year in test_years:
    train_set, test_set = table[table.year < year], table[table.year == year]
    model = make_model()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(20):
        for x, y in loader_of(train_set):
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(year, evaluate(model, test_set))
