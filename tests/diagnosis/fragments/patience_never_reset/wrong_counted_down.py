best_f1 = 0.0
patience_left = 4
for epoch in range(40):
    train_epoch(model, train_dl, optimizer, scheduler)
    f1 = evaluate(model, dev_dl)
    if f1 > best_f1:
        best_f1 = f1
        model.save_pretrained("best")
    else:
        patience_left -= 1
        if patience_left == 0:
            break
