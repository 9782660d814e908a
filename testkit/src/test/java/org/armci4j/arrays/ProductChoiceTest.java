package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.arrays.kernel.DoubleProduct;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.arrays.product.LocalProduct;
import org.armci4j.arrays.product.MatrixPart;
import org.armci4j.collectives.Reduction;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                        + " org.armci4j.arrays.ProductChoiceTest$Broken,"
                        + " org.armci4j.arrays.ProductChoiceTest$Faulty]",
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ranksStayInStepWithOneWhoseProductThrows(boolean isCyclic) {
    RankThreads.of(2)
        .with(ArraysSettings.PRODUCT, Faulty.class.getName())
        .run(
            armci -> {
              GlobalArrays arrays = GlobalArrays.of(armci);
              DoubleArray a = arrays.array(8, 4).doubles();
              a.map((index, _) -> index[0] == 0 ? Double.NaN : 1); // for the rank of the first row
              DoubleArray b = arrays.array(4, 1).doubles();
              ArrayBuilder description = arrays.array(8, 1);
              DoubleArray c =
                  isCyclic ? description.blockCyclic(1, 1).doubles() : description.doubles();
              long thrown = 0;
              try {
                c.multiply(1, a, false, b, false, 0);
              } catch (ArithmeticException e) {
                thrown = 1;
              }
              assertEquals(1, arrays.collectives().allreduce(thrown, Reduction.SUM));
            });
  }

  /** A program's product that cannot multiply all numbers. */
  public static final class Faulty implements LocalProduct {
    /** For the service loader. */
    public Faulty() {}

    @Override
    public void add(double factor, MatrixPart left, MatrixPart right, MatrixPart result) {
      if (Double.isNaN(left.values()[left.place(0, 0)])) {
        throw new ArithmeticException("a NaN");
      }
    }
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
