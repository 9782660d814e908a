package org.armci4j.transport.verbs.device.ibv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares every constant of {@link Layout} and {@link Ibv} with the answer of the host's C
 * compiler.
 */
class LayoutTest {
  private static final Path HEADER = Path.of("/usr/include/infiniband/verbs.h");

  @TempDir Path directory;

  @Test
  void constantsAreThoseOfTheCompiler() throws Exception {
    assumeTrue(Files.exists(HEADER), () -> HEADER + " is missing: install libibverbs-dev");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")), "there is no C compiler");
    Map<String, Integer> ours = new TreeMap<>();
    List<String> source = new ArrayList<>();
    source.add("#include <stdio.h>");
    source.add("#include <stddef.h>");
    source.add("#include <infiniband/verbs.h>");
    source.add("int main(void) {");
    for (Class<?> structure : Layout.class.getDeclaredClasses()) {
      for (Field field : structure.getDeclaredFields()) {
        add(offset(structure, field), field, ours, source);
      }
    }
    for (Field field : Ibv.class.getDeclaredFields()) {
      add(field.getName(), field, ours, source);
    }
    source.add("return 0; }");
    assertTrue(ours.size() > 100, "reflection found " + ours.size() + " constants only");
    Map<String, Integer> theirs = compiled(source);
    assertEquals(ours.keySet(), theirs.keySet());
    // Reports only the wrong ones.
    ours.entrySet().removeIf(entry -> entry.getValue().equals(theirs.get(entry.getKey())));
    theirs.keySet().retainAll(ours.keySet());
    assertEquals(theirs, ours);
  }

  private static void add(
      String expression, Field field, Map<String, Integer> ours, List<String> source)
      throws IllegalAccessException {
    field.setAccessible(true);
    ours.put(expression, field.getInt(null));
    source.add(Text.format("printf(\"%%d %%s\\n\", (int) (%s), \"%s\");", expression, expression));
  }

  /**
   * Returns the C expression for a constant: AH_ATTR__DLID of IbvQpAttr is ah_attr.dlid of
   * ibv_qp_attr.
   */
  private static String offset(Class<?> structure, Field field) {
    String name =
        structure.getSimpleName().replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    if (field.getName().equals("SIZE")) {
      return "sizeof(struct " + name + ")";
    }
    String member = field.getName().toLowerCase(Locale.ROOT).replace("__", ".");
    return "offsetof(struct " + name + ", " + member + ")";
  }

  private Map<String, Integer> compiled(List<String> source)
      throws IOException, InterruptedException {
    Path file = directory.resolve("layout.c");
    Files.write(file, source);
    Path program = directory.resolve("layout");
    run("/usr/bin/cc", "-o", program.toString(), file.toString());
    Map<String, Integer> values = new TreeMap<>();
    for (String line : run(program.toString()).lines().toList()) {
      int space = line.indexOf(' ');
      values.put(line.substring(space + 1), Integer.valueOf(line.substring(0, space)));
    }
    return values;
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the compiler hangs");
    assertEquals(0, process.exitValue(), output);
    return output;
  }
}
