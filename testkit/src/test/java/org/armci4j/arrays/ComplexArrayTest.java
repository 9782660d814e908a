package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.testkit.ArmciTest;
import org.junit.jupiter.api.io.TempDir;

/** Complex arrays beside what {@link ComplexProgram} does: conventions, text, files, refusals. */
class ComplexArrayTest {
  private static final Complex I = new Complex(0, 1);

  @TempDir Path folder;

  @ArmciTest(ranks = 3)
  void numbersAreThoseOfGlobalArrays(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    ComplexArray<double[]> a = arrays.array(7).complexDoubles();
    a.fill(I);
    assertEquals(new Complex(-7, 0), a.dot(a), "not conjugated");
    assertEquals(Math.sqrt(7), a.norm());
    a.sync();
    if (armci.rank() == 0) {
      a.put(Patch.at(5).size(2), new double[] {1, 2, 3, 4});
      a.accumulate(
          Accumulation.ofComplexDouble(0, 1),
          Patch.at(6),
          LocalBuffer.of(new double[] {0, 0, 5, 7}, 1)); // the second element
    }
    a.sync();
    assertEquals(new Complex(1, 2), a.get(5));
    assertEquals(new Complex(3 - 7, 4 + 5), a.get(6));
    double[] pairs = new double[4];
    a.getElements(new long[] {6, 0}, pairs);
    assertArrayEquals(new double[] {-4, 9, 0, 1}, pairs);
    assertEquals(5, new Complex(3, -4).abs());
    assertEquals(new Complex(3, 4), new Complex(3, -4).conjugate());
    a.sync();
  }

  /** The parts are the numbers of an array that has twice as many. */
  @ArmciTest(ranks = 3)
  void randomNumbersDependOnTheSeedAndThePlaceAlone(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    ComplexArray<double[]> a = arrays.array(5, 7).complexDoubles();
    ComplexArray<double[]> b = arrays.array(5, 7).blockCyclic(2, 2).complexDoubles();
    ComplexArray<float[]> c = arrays.array(5, 7).complexFloats();
    DoubleArray numbers = arrays.array(70).doubles();
    FloatArray floats = arrays.array(70).floats();
    a.randomize(9);
    b.section(Patch.at(1, 2).size(2, 3)).randomize(9);
    c.randomize(9);
    numbers.randomize(9);
    floats.randomize(9);
    double[] expected = new double[70];
    double[] found = new double[70];
    numbers.get(numbers.patch(), expected);
    a.get(a.patch(), found);
    assertArrayEquals(expected, found);
    float[] expectedFloats = new float[70];
    float[] foundFloats = new float[70];
    floats.get(floats.patch(), expectedFloats);
    c.get(c.patch(), foundFloats);
    assertArrayEquals(expectedFloats, foundFloats);
    assertEquals(a.get(2, 4), b.get(2, 4));
    arrays.sync();
    assertEquals(29, b.count((x, y) -> x == 0 && y == 0), "outside the section");
  }

  @ArmciTest(ranks = 2)
  void numbersAreShownAndLoaded(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    ComplexArray<float[]> a = arrays.array(1, 2).name("a").complexFloats();
    a.map((index, _) -> new Complex(index[1] + 1, -2.5));
    String text = a.toText();
    assertTrue(text.startsWith("array a, complex float of 1 x 2"), text);
    assertTrue(text.contains("1.00000-2.50000i  2.00000-2.50000i"), text);
    Path path = folder.resolve("complex.npy");
    a.save(path);
    ComplexArray<float[]> again = arrays.load(path).complexFloats();
    assertEquals(new Complex(2, -2.5), again.get(0, 1));
    refused(
        "has elements of complex float; call complexFloats or create",
        () -> arrays.load(path).complexDoubles());
    assertEquals(new Complex(3, -5), ((ComplexArray<?>) arrays.load(path).create()).sum());
  }

  @ArmciTest(ranks = 2)
  void wrongArgumentsAreRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    String where = " by rank " + armci.rank() + " on array a: ";
    ComplexArray<double[]> a = arrays.array(4).name("a").complexDoubles();
    ComplexArray<double[]> b = arrays.array(5).complexDoubles();
    refused("get" + where + "element [4] is outside", () -> a.get(4));
    refused("put" + where + "element [0, 0] has 2 indices", () -> a.put(I, 0, 0));
    refused(
        "is not inside the source, which has 1 elements",
        () -> a.put(Patch.at(0).size(2), new double[3]));
    refused(
        "the elements are complex doubles, which",
        () -> a.accumulate(Accumulation.ofDouble(1), Patch.at(0), LocalBuffer.of(new double[2])));
    refused("dot" + where + "section [0..5) of array", () -> a.dot(b));
    ComplexSection<double[]> head = a.section(Patch.at(0).size(2));
    ComplexSection<double[]> tail = a.section(Patch.at(1).size(2));
    refused("add" + where + "the operand [1..3) overlaps", () -> head.add(I, head, I, tail));
    assertThrows(NullPointerException.class, () -> a.fill(null));
    assertThrows(NullPointerException.class, () -> a.map((ComplexMapping) null));
    assertThrows(NullPointerException.class, () -> a.count(null));
    assertThrows(NullPointerException.class, () -> a.put((Complex) null, 0));
    a.close();
    refused("norm" + where + "the array has been closed", a::norm);
    refused("count" + where + "the array has been closed", () -> a.count((_, _) -> true));
    refused("forEach" + where + "the array has been closed", () -> a.forEach((_, _, _) -> {}));
    refused("get" + where + "the array has been closed", () -> a.get(0));
  }
}
