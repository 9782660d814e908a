import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.blas.JavaBLAS;
import dev.ludovic.netlib.blas.NativeBLAS;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.armci4j.arrays.kernel.DoubleProduct;
import org.armci4j.arrays.product.LocalProduct;
import org.armci4j.arrays.product.MatrixPart;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Measures the local product of global arrays beside those of libraries, in one thread. It is run
 * from its source, with the jars of the libraries found there, which no module needs. The Java form
 * of netlib uses the module jdk.incubator.vector.
 *
 * <p>Arguments: the numbers of rows of the square matrices.
 */
public final class LibraryProducts {
  private static final long WARM_UP_NANOS = 2_000_000_000L;
  private static final int ROUNDS = 3;
  private static final double NEAR = 1e-9;

  private LibraryProducts() {}

  /**
   * A product by a BLAS. Its matrices are column-major, so it multiplies the transposed matrices in
   * the other order.
   */
  private record BlasProduct(BLAS blas) implements LocalProduct {
    @Override
    public void add(double factor, MatrixPart left, MatrixPart right, MatrixPart result) {
      blas.dgemm(
          form(right),
          form(left),
          right.columns(),
          left.rows(),
          left.columns(),
          factor,
          right.values(),
          right.first(),
          leading(right),
          left.values(),
          left.first(),
          leading(left),
          1,
          result.values(),
          result.first(),
          result.rowStep());
    }

    private static String form(MatrixPart part) {
      return part.columnStep() == 1 ? "N" : "T";
    }

    private static int leading(MatrixPart part) {
      return part.columnStep() == 1 ? part.rowStep() : part.columnStep();
    }
  }

  /** A product by EJML, whose matrices are whole arrays. */
  private static void addByEjml(
      double factor, MatrixPart left, MatrixPart right, MatrixPart result) {
    CommonOps_DDRM.multAdd(factor, whole(left), whole(right), whole(result));
  }

  private static DMatrixRMaj whole(MatrixPart part) {
    return DMatrixRMaj.wrap(part.rows(), part.columns(), part.values());
  }

  /** Measures the products. */
  public static void main(String[] args) {
    Map<String, LocalProduct> products = new LinkedHashMap<>();
    products.put("armci4j", new DoubleProduct());
    products.put("netlib, native", new BlasProduct(NativeBLAS.getInstance()));
    products.put("netlib, Java", new BlasProduct(JavaBLAS.getInstance()));
    products.put("EJML", LibraryProducts::addByEjml);
    System.out.println("size, milliseconds of " + String.join("; ", products.keySet()));
    for (String arg : args) {
      measure(Integer.parseInt(arg), List.copyOf(products.values()));
    }
  }

  private static void measure(int size, List<LocalProduct> products) {
    MatrixPart left = random(size, 1);
    MatrixPart right = random(size, 2);
    double[][] results = new double[products.size()][size * size];
    List<double[]> times = new ArrayList<>();
    for (int p = 0; p < results.length; p++) {
      MatrixPart result = MatrixPart.of(results[p], 0, size, size);
      for (long end = System.nanoTime() + WARM_UP_NANOS; System.nanoTime() < end; ) {
        products.get(p).add(1, left, right, result);
      }
      Arrays.fill(results[p], 0);
      times.add(new double[ROUNDS]);
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int p = 0; p < results.length; p++) {
        MatrixPart result = MatrixPart.of(results[p], 0, size, size);
        long start = System.nanoTime();
        products.get(p).add(1, left, right, result);
        times.get(p)[round] = (System.nanoTime() - start) / 1e6;
      }
    }
    StringBuilder line = new StringBuilder(Integer.toString(size));
    for (int p = 0; p < results.length; p++) {
      requireNear(results[0], results[p]);
      Arrays.sort(times.get(p));
      line.append(String.format(Locale.ROOT, "; %.2f", times.get(p)[ROUNDS / 2]));
    }
    System.out.println(line);
  }

  private static MatrixPart random(int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[size * size];
    Arrays.setAll(values, _ -> random.nextDouble(-1, 1));
    return MatrixPart.of(values, 0, size, size);
  }

  private static void requireNear(double[] expected, double[] found) {
    for (int i = 0; i < expected.length; i++) {
      if (Math.abs(expected[i] - found[i]) > NEAR) {
        throw new IllegalStateException("element " + i + " is " + found[i]);
      }
    }
  }
}
