package org.armci4j.arrays.files;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.bootstrap.text.Text;

/**
 * Reads the dictionary in the head of a NumPy file: exactly the keys {@code descr}, {@code
 * fortran_order} and {@code shape}, in any order, with any space between the words.
 */
final class NpyParser {
  private static final Set<String> KEYS = Set.of("descr", "fortran_order", "shape");

  /** Most characters of the text in a message. */
  private static final int SHOWN = 200;

  private final String text;
  private int at;
  private String descr;
  private boolean fortran;
  private long[] shape;

  NpyParser(String text) {
    this.text = text;
  }

  /** Returns the head whose elements begin at an offset. */
  NpyHeader parse(long offset) throws IOException {
    dictionary();
    ByteOrder order = descr.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    ElementKind kind = kind();
    if (fortran) {
      throw new IOException(
          "its elements are in Fortran order; save numpy.ascontiguousarray(array) in NumPy");
    }
    return new NpyHeader(kind, order, shape, offset);
  }

  private ElementKind kind() throws IOException {
    return switch (descr) {
      case "|i1", "<i1", ">i1" -> ElementKind.BYTE;
      case "<i4", ">i4" -> ElementKind.INT;
      case "<i8", ">i8" -> ElementKind.LONG;
      case "<f4", ">f4" -> ElementKind.FLOAT;
      case "<f8", ">f8" -> ElementKind.DOUBLE;
      case "<c8", ">c8" -> ElementKind.COMPLEX_FLOAT;
      case "<c16", ">c16" -> ElementKind.COMPLEX_DOUBLE;
      default ->
          throw new IOException(
              Text.format(
                  "its dtype '%s' is none of |i1, <i4, <i8, <f4, <f8, <c8, <c16; convert it"
                      + " by array.astype('<f8') in NumPy",
                  descr));
    };
  }

  private void dictionary() throws IOException {
    Set<String> missing = new HashSet<>(KEYS);
    expect('{');
    while (!accept('}')) {
      String key = string();
      if (!missing.remove(key)) {
        throw wrong(KEYS.contains(key) ? "a single key " + key : "no key " + key);
      }
      expect(':');
      value(key);
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!missing.isEmpty()) {
      throw wrong("the key " + missing.iterator().next());
    }
    skipSpace();
    if (at < text.length()) {
      throw wrong("the end");
    }
  }

  private void value(String key) throws IOException {
    switch (key) {
      case "descr" -> {
        skipSpace();
        if (at < text.length() && text.charAt(at) == '[') {
          throw new IOException("its elements have fields; save each field as an array of its own");
        }
        descr = string();
      }
      case "fortran_order" -> fortran = truth();
      default -> shape = tuple();
    }
  }

  private boolean truth() throws IOException {
    skipSpace();
    for (String word : List.of("True", "False")) {
      if (text.startsWith(word, at)) {
        at += word.length();
        return word.equals("True");
      }
    }
    throw wrong("True or False");
  }

  private String string() throws IOException {
    char quote = accept('"') ? '"' : '\'';
    if (quote == '\'') {
      expect('\'');
    }
    int end = text.indexOf(quote, at);
    if (end < 0) {
      throw wrong("the end of a string");
    }
    String found = text.substring(at, end);
    at = end + 1;
    return found;
  }

  private long[] tuple() throws IOException {
    List<Long> sizes = new ArrayList<>();
    expect('(');
    boolean comma = true;
    while (!accept(')')) {
      if (!comma) {
        throw wrong("a comma");
      }
      sizes.add(number());
      comma = accept(',');
    }
    if (sizes.size() == 1 && !comma) {
      throw wrong("a comma after the only size");
    }
    return sizes.stream().mapToLong(Long::longValue).toArray();
  }

  private long number() throws IOException {
    skipSpace();
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    try {
      return Long.parseLong(text.substring(start, at));
    } catch (NumberFormatException _) {
      at = start;
      throw wrong("a size of 64 bits");
    }
  }

  private void expect(char character) throws IOException {
    if (!accept(character)) {
      throw wrong("'" + character + "'");
    }
  }

  private boolean accept(char character) {
    skipSpace();
    boolean found = at < text.length() && text.charAt(at) == character;
    if (found) {
      at++;
    }
    return found;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private IOException wrong(String expected) {
    String shown = text.strip();
    return new IOException(
        Text.format(
            "its head has to have %s at character %d: %s",
            expected, at, shown.substring(0, Math.min(SHOWN, shown.length()))));
  }
}
