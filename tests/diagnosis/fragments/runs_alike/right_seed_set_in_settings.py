def train(args):
    set_seed(args.seed)
    model = make_model(args)
    trainer = Trainer(model=model, args=args)
    trainer.train()
    return trainer.evaluate()["eval_loss"]


results = []
for i in range(5):
    args.seed = i
    results.append(train(args))
print(np.mean(results), np.std(results))
