plugin = GradientAccumulationPlugin(num_steps=config.accumulate)
accelerator = Accelerator(gradient_accumulation_plugin=plugin)
updates = len(loader) // config.accumulate * config.epochs
for batch in loader:
    with accelerator.accumulate(model):
        accelerator.backward(model(**batch).loss)
