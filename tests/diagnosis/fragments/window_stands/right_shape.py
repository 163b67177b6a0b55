class Attention(nn.Module):
    def split_heads(self, x):
        shape = list(x.shape)
        shape = shape[:-1] + [self.num_heads, self.head_dim]
        return x.view(*shape).transpose(1, 2)
