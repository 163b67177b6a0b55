class Encoder(nn.Module):
    def forward(self, x, lengths):
        lengths, order = lengths.sort(descending=True)
        packed = pack_padded_sequence(self.embed(x[order]), lengths.cpu(), batch_first=True)
        _, (h, _) = self.lstm(packed)
        out = torch.empty_like(h[-1])
        out[order] = h[-1]
        return self.fc(out)
