package org.armci4j.bootstrap.launch.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ProgramCatalog are found and run by the rules of the java command. */
class MainMethodTest {
  /** The usual one. */
  static final class WithArguments {
    public static void main(String[] args) {
      throw new IllegalStateException(String.join("+", args));
    }
  }

  /** Static, without arguments. */
  static final class Bare {
    static void main() {
      throw new IllegalStateException("a+b");
    }
  }

  /** Of an instance, inherited. */
  static class OfInstance {
    void main(String[] args) {
      throw new IllegalStateException(String.join("+", args));
    }
  }

  /** Has only what it inherits. */
  static final class Inheriting extends OfInstance {}

  /** Has no main that counts. */
  static final class Without {
    int main(String[] args) {
      return args.length;
    }
  }

  private static MainMethod find(String name) {
    String type = MainMethodTest.class.getName() + "$" + name;
    return MainMethod.find(type, MainMethodTest.class.getClassLoader());
  }

  @ParameterizedTest
  @ValueSource(strings = {"WithArguments", "Bare", "OfInstance", "Inheriting"})
  void runsAndPassesOnWhatIsThrown(String name) {
    MainMethod program = find(name);
    var thrown = assertThrows(IllegalStateException.class, () -> program.run("a", "b"));
    assertEquals("a+b", thrown.getMessage());
    assertEquals("main", thrown.getStackTrace()[0].getMethodName());
  }

  @Test
  void saysWhatIsMissing() {
    var without = assertThrows(LaunchException.class, () -> find("Without"));
    assertTrue(without.getMessage().contains("public static void main(String[] args)"));
    var absent = assertThrows(LaunchException.class, () -> find("Absent"));
    assertTrue(absent.getMessage().contains("Absent"));
  }
}
