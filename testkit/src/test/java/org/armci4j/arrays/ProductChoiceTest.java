package org.armci4j.arrays;

import static org.armci4j.testkit.contract.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.arrays.kernel.DoubleProduct;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.arrays.product.LocalProduct;
import org.armci4j.arrays.product.MatrixPart;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

/** A program may bring its own products, which the setting {@code arraysProduct} names. */
class ProductChoiceTest {
  @Test
  void theNamedClassMultiplies() {
    RankThreads.of(3)
        .with(ArraysSettings.PRODUCT, CountingProduct.class.getName())
        .run(
            armci -> {
              GlobalArrays arrays = GlobalArrays.of(armci);
              CountingProduct product = assertInstanceOf(CountingProduct.class, arrays.product());
              assertNotSame(product, GlobalArrays.of(armci).product());
              new MatrixProgram<double[]>(arrays, ElementKind.DOUBLE, 4).run();
              assertTrue(product.calls.get() > 0, "products of the program's own");
            });
  }

  @Test
  void withoutANameTheLoopsMultiply() {
    RankThreads.of(1)
        .run(armci -> assertInstanceOf(DoubleProduct.class, GlobalArrays.of(armci).product()));
  }

  @Test
  void aClassThatIsNoProviderIsRefused() {
    RankThreads.of(2)
        .with(ArraysSettings.PRODUCT, "org.example.Fast")
        .run(
            armci ->
                refused(
                    "GlobalArrays.of by rank "
                        + armci.rank()
                        + ": arraysProduct names org.example.Fast, which is no service provider of"
                        + " org.armci4j.arrays.product.LocalProduct; providers are"
                        + " [org.armci4j.arrays.CountingProduct,"
                        + " org.armci4j.arrays.ProductChoiceTest$Broken]",
                    () -> GlobalArrays.of(armci)));
  }

  @Test
  void aClassThatCannotBeMadeIsNamed() {
    RankThreads.of(2)
        .with(ArraysSettings.PRODUCT, Broken.class.getName())
        .run(
            armci ->
                refused(
                    "GlobalArrays.of by rank "
                        + armci.rank()
                        + ": arraysProduct names org.armci4j.arrays.ProductChoiceTest$Broken: a"
                        + " service provider of org.armci4j.arrays.product.LocalProduct cannot be"
                        + " made: org.armci4j.arrays.product.LocalProduct: Provider"
                        + " org.armci4j.arrays.ProductChoiceTest$Broken could not be instantiated:"
                        + " java.lang.IllegalStateException: no library here",
                    () -> GlobalArrays.of(armci)));
  }

  /** A program's product that does not find its library. */
  public static final class Broken implements LocalProduct {
    /** For the service loader. */
    public Broken() {
      throw new IllegalStateException("no library here");
    }

    @Override
    public void add(double factor, MatrixPart left, MatrixPart right, MatrixPart result) {}
  }
}
