package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.testkit.ArmciTest;

/** Steps to bounds are those of a plain loop, and of cases that can be seen. */
class StepBoundsTest {
  private static final double FAR = Double.POSITIVE_INFINITY;

  @ArmciTest(ranks = 3)
  void stepsAreThoseOfThePlainLoop(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    int n = 3000;
    DoubleArray x = arrays.array(n).doubles();
    DoubleArray direction = arrays.array(n).chunks(n).doubles();
    DoubleArray lower = arrays.array(n).doubles();
    DoubleArray upper = arrays.array(n + 5).doubles();
    FloatingSection<double[]> above = upper.section(Patch.at(5).size(n));
    for (int seed = 0; seed < 6; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] v = random.doubles(n, -1, 1).toArray();
      double[] gap = random.doubles(2L * n, 0.5, 1).toArray();
      v[7] = seed % 2 == 0 ? 0 : 0.5;
      gap[n + 7] = seed < 2 ? 0 : gap[n + 7];
      x.map((index, _) -> index[0] % 10);
      direction.map((index, _) -> v[(int) index[0]]);
      lower.map((index, _) -> index[0] % 10 - gap[(int) index[0]]);
      above.map((index, _) -> (index[0] - 5) % 10 + gap[n + (int) index[0] - 5]);
      double nearest = FAR;
      double moving = FAR;
      double farthest = 0;
      for (int i = 0; i < n; i++) {
        double here = i % 10;
        double room = v[i] > 0 ? here + gap[n + i] - here : here - (here - gap[i]);
        double step = v[i] == 0 ? FAR : room / Math.abs(v[i]);
        moving = Math.min(moving, step);
        step = v[i] == 0 && gap[n + i] == 0 ? 0 : step;
        nearest = Math.min(nearest, step);
        farthest = Math.max(farthest, step);
      }
      StepBounds expected = new StepBounds(nearest, moving, farthest);
      assertEquals(expected, x.stepBounds(direction, lower, above), "seed " + seed);
      arrays.sync();
    }
  }

  @ArmciTest(ranks = 2)
  void specialPointsHaveTheirSteps(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    FloatArray x = arrays.array(4).name("x").floats();
    FloatArray v = arrays.array(4).floats();
    FloatArray lower = arrays.array(4).floats();
    FloatArray upper = arrays.array(4).floats();
    upper.fill(Double.POSITIVE_INFINITY);
    lower.fill(-1);
    assertEquals(new StepBounds(FAR, FAR, FAR), x.stepBounds(v, lower, upper), "it stays");
    v.fill(-2);
    assertEquals(new StepBounds(0.5, 0.5, 0.5), x.stepBounds(v, lower, upper));
    FloatingSection<float[]> none = x.section(Patch.at(1).size(0));
    assertEquals(new StepBounds(FAR, FAR, FAR), none.stepBounds(none, none, none));
    lower.map((index, value) -> index[0] == 3 ? 0.25 : value);
    refused(
        "stepBounds by rank " + armci.rank() + " on array x: an element is outside its bounds",
        () -> x.stepBounds(v, lower, upper));
    lower.fill(-1);
    v.fill(0);
    x.map((index, value) -> index[0] == 1 ? Double.NaN : value);
    refused("an element is outside its bounds", () -> x.stepBounds(v, lower, upper));
    refused("has not the sizes", () -> x.stepBounds(none, lower, upper));
  }
}
