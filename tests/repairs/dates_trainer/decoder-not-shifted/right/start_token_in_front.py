import torch


def make_collator(tokenizer, model):
    def collate(examples):
        sources = [
            {
                name: example[name]
                for name in ("input_ids", "attention_mask")
            }
            for example in examples
        ]
        targets = [
            {"input_ids": example["labels"]} for example in examples
        ]
        batch = tokenizer.pad(sources, return_tensors="pt")
        codes = tokenizer.pad(targets, return_tensors="pt")["input_ids"]
        # one place to the right: the decoder must not see the word
        # that it has to predict
        starts = codes.new_full(
            (codes.shape[0], 1), model.config.decoder_start_token_id
        )
        batch["decoder_input_ids"] = torch.cat(
            [starts, codes[:, :-1]], dim=1
        )
        batch["labels"] = codes.masked_fill(
            codes == tokenizer.pad_token_id, -100
        )
        return batch

    return collate
