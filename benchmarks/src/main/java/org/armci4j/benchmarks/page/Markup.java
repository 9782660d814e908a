package org.armci4j.benchmarks.page;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes HTML that is well-formed XML too, and SVG, so that every text is escaped. */
final class Markup {
  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter writer;

  private Markup() {
    try {
      writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
    } catch (XMLStreamException e) {
      throw new IllegalStateException("every JDK writes XML", e);
    }
  }

  /** Begins a page of HTML. */
  static Markup html() {
    Markup page = new Markup();
    return page.step(() -> page.writer.writeDTD("<!DOCTYPE html>\n"));
  }

  /** Begins a file of SVG. */
  static Markup svg() {
    return new Markup();
  }

  /** Part of the output that may fail only for a wrong order of calls. */
  private interface Writing {
    void write() throws XMLStreamException;
  }

  private Markup step(Writing step) {
    try {
      step.write();
      return this;
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a page of elements in the wrong order", e);
    }
  }

  /** Opens an element. The attributes are pairs of a name and a value. */
  Markup open(String element, Object... attributes) {
    return step(() -> writer.writeStartElement(element)).attributes(attributes);
  }

  /** Writes an element that HTML allows neither content nor end tag. */
  Markup empty(String element, Object... attributes) {
    return step(() -> writer.writeEmptyElement(element)).attributes(attributes);
  }

  /** Adds attributes to the element that was opened last. */
  Markup attributes(Object... attributes) {
    for (int i = 0; i < attributes.length; i += 2) {
      String name = attributes[i].toString();
      String value = attributes[i + 1].toString();
      step(() -> writer.writeAttribute(name, value));
    }
    return this;
  }

  /** Closes the element that was opened last. */
  Markup close() {
    return step(writer::writeEndElement);
  }

  Markup text(String characters) {
    return step(() -> writer.writeCharacters(characters));
  }

  /** Writes a whole element with a text. */
  Markup element(String name, String characters, Object... attributes) {
    return open(name, attributes).text(characters).close();
  }

  /** Returns everything so far. */
  @Override
  public String toString() {
    step(writer::flush);
    return text.toString();
  }
}
