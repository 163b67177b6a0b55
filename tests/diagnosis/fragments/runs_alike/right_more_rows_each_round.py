scores = []
for round_ in range(8):
    set_seed(0)
    model = make_model()
    for rows, answers in loader(pool[labelled]):
        loss_of(model(rows), answers).backward()
        optimizer.step()
    picked = most_uncertain(model, pool, labelled)
    labelled = np.append(labelled, picked)
    scores.append(accuracy(model))
    print(f"round {round_}: {scores[-1]:.3f}")
print(np.mean(scores))
