# for whole texts, the likeliest token at each place is right exactly where the greedy generation is: here the Trainer keeps only these tokens
def make_trainer(model, arguments, datasets, collator, compute_metrics):
    def likeliest(logits, labels):
        # the model hands over the logits and the encoder's states
        if isinstance(logits, tuple):
            logits = logits[0]
        return logits.argmax(dim=-1).masked_fill(labels == -100, -100)

    return Seq2SeqTrainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
        preprocess_logits_for_metrics=likeliest,
    )
