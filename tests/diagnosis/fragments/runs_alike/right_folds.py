scores = []
for fold in range(5):
    torch.manual_seed(0)
    train, held_out = rows_of(folds != fold), rows_of(folds == fold)
    model = make_model()
    for rows, answers in loader(train):
        loss_of(model(rows), answers).backward()
        optimizer.step()
    scores.append(accuracy(model, held_out))
