package org.armci4j.arrays;

import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.arrays.product.LocalProduct;
import org.armci4j.arrays.product.MatrixPart;

/** A product as a program might bring it; counts its calls. */
public final class CountingProduct implements LocalProduct {
  final AtomicLong calls = new AtomicLong();

  /** For the service loader. */
  public CountingProduct() {}

  @Override
  public void add(double factor, MatrixPart left, MatrixPart right, MatrixPart result) {
    calls.incrementAndGet();
    for (int i = 0; i < left.rows(); i++) {
      for (int j = 0; j < right.columns(); j++) {
        double sum = 0;
        for (int k = 0; k < left.columns(); k++) {
          sum += left.values()[left.place(i, k)] * right.values()[right.place(k, j)];
        }
        result.values()[result.place(i, j)] += factor * sum;
      }
    }
  }
}
