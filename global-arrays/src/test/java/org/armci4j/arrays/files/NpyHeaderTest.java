package org.armci4j.arrays.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.armci4j.arrays.kernel.ElementKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpyHeaderTest {
  private static final String USUAL = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }";

  @TempDir Path folder;

  @Provide
  Arbitrary<long[]> shapes() {
    return Arbitraries.longs().between(1, 60).array(long[].class).ofMinSize(1).ofMaxSize(7);
  }

  @Property(tries = 100)
  void aHeadIsReadAsItWasWritten(@ForAll("shapes") long[] shape, @ForAll ElementKind kind)
      throws IOException {
    NpyHeader header = NpyHeader.of(kind, shape);
    byte[] bytes = header.encode();
    assertEquals(bytes.length, header.offset());
    assertEquals(0, bytes.length % 64);
    assertEquals('\n', bytes[bytes.length - 1]);
    String text = new String(bytes, 10, bytes.length - 10, StandardCharsets.ISO_8859_1);
    NpyHeader read = new NpyParser(text).parse(bytes.length);
    assertEquals(kind, read.kind());
    assertEquals(ByteOrder.LITTLE_ENDIAN, read.order());
    assertArrayEquals(shape, read.shape());
    assertEquals(header.fileBytes(), read.fileBytes());
  }

  @Test
  void aHeadHasTheBytesOfNumPy() {
    String dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }";
    byte[] expected = Arrays.copyOf(file(1, dictionary), 128);
    Arrays.fill(expected, 10 + dictionary.length(), 127, (byte) ' ');
    expected[127] = '\n';
    expected[8] = 118;
    assertArrayEquals(expected, NpyHeader.of(ElementKind.DOUBLE, 3).encode());
  }

  @Test
  void anyOrderAndSpaceOfTheWordsIsRead() throws IOException {
    for (String text :
        new String[] {
          USUAL,
          "{\"shape\":(2,3),'fortran_order':False,'descr':'<i4'}",
          " {  'fortran_order' : False , 'shape' : ( 2 , 3 , ) , 'descr' : '<i4' , }  \n"
        }) {
      for (int version = 1; version <= 3; version++) {
        NpyHeader header = read(file(version, text), 24);
        assertEquals(ElementKind.INT, header.kind(), text);
        assertArrayEquals(new long[] {2, 3}, header.shape(), text);
      }
    }
    assertEquals(
        ByteOrder.BIG_ENDIAN, read(file(1, USUAL.replace('<', '>')), 24).order(), "big-endian");
    assertEquals(0, read(file(1, USUAL.replace("(2, 3)", "()")), 4).shape().length);
  }

  @Test
  void wrongHeadsAreRefused() {
    refused("does not begin with", "a text, not an array".getBytes(StandardCharsets.UTF_8));
    refused("truncated", new byte[0]);
    refused("truncated", Arrays.copyOf(file(1, USUAL), 30));
    refused("version 4.0", file(4, USUAL));
    refused("a single key descr", USUAL.replace("{", "{'descr': '<i4', "));
    refused("no key size", USUAL.replace("shape", "size"));
    refused("the key shape", USUAL.replace("'shape': (2, 3), ", ""));
    refused("True or False", USUAL.replace("False", "0"));
    refused("the end at", USUAL + "x");
    refused("'}'", USUAL.replace(", }", " "));
    refused("a comma after the only size", USUAL.replace("(2, 3)", "(2)"));
    refused("a comma at", USUAL.replace("(2, 3)", "(2 3)"));
    refused("a size of 64 bits", USUAL.replace("2,", "-2,"));
    refused("a size of 64 bits", USUAL.replace("2,", "99999999999999999999,"));
    refused("too large", USUAL.replace("2,", "9223372036854775807,"));
    refused("Fortran order", USUAL.replace("False", "True"));
    refused("dtype '<c32'", USUAL.replace("<i4", "<c32"));
    refused("dtype '|u1'", USUAL.replace("<i4", "|u1"));
    refused("fields", USUAL.replace("'<i4'", "[('a', '<i4')]"));
    refused("the end of a string", "{'descr");
  }

  @Test
  void theSizeOfTheFileIsThatOfItsHead() throws IOException {
    byte[] head = file(1, USUAL);
    read(head, 24);
    String less = assertThrows(IOException.class, () -> read(head, 23)).getMessage();
    assertTrue(less.contains("truncated: " + (head.length + 23) + " bytes"), less);
    String more = assertThrows(IOException.class, () -> read(head, 25)).getMessage();
    assertTrue(more.contains("too long"), more);
  }

  /** Returns a head of a version with any text. */
  private static byte[] file(int version, String text) {
    ByteBuffer bytes = ByteBuffer.allocate(12 + text.length()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    bytes.put((byte) version).put((byte) 0);
    if (version == 1) {
      bytes.putShort((short) text.length());
    } else {
      bytes.putInt(text.length());
    }
    bytes.put(text.getBytes(StandardCharsets.ISO_8859_1));
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private NpyHeader read(byte[] head, int elementBytes) throws IOException {
    Path path = folder.resolve("head.npy");
    Files.write(path, Arrays.copyOf(head, head.length + elementBytes));
    try (FileChannel file = FileChannel.open(path)) {
      return NpyHeader.read(file);
    }
  }

  private void refused(String word, String text) {
    refused(word, file(1, text));
  }

  private void refused(String word, byte[] head) {
    String message = assertThrows(IOException.class, () -> read(head, 0)).getMessage();
    assertTrue(message.contains(word), message);
  }
}
