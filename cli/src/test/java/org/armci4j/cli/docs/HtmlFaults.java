package org.armci4j.cli.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import nu.validator.validation.SimpleDocumentValidator;
import org.armci4j.bootstrap.text.Text;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXParseException;

/** Compares pages with the standards of HTML, SVG and CSS, by the checker of the W3C. */
public final class HtmlFaults implements ErrorHandler {
  private static final String SCHEMA =
      "http://s.validator.nu/html5-all.rnc"; // in the checker's jar

  /**
   * Faults that do no harm: properties of CSS that are younger than the checker, and attributes
   * that the site's theme gives to its inputs.
   */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "Property “(color-scheme|print-color-adjust)” doesn't exist"
              + "|Attribute “autocomplete” is only allowed when the input type is"
              + "|Attribute “autocorrect” not allowed on element “input”");

  private final List<String> found = new ArrayList<>();
  private String page = "";

  private HtmlFaults() {}

  /**
   * Returns what is wrong with pages.
   *
   * @param folder where the pages are
   * @param pages their names in it
   * @return a line for each fault
   */
  public static List<String> of(Path folder, List<String> pages) throws Exception {
    HtmlFaults faults = new HtmlFaults();
    SimpleDocumentValidator validator = new SimpleDocumentValidator(true, false, false);
    validator.setUpMainSchema(SCHEMA, faults);
    validator.setUpValidatorAndParsers(faults, false, false);
    for (String name : pages) {
      faults.page = name;
      validator.checkHtmlFile(folder.resolve(name).toFile(), true);
    }
    return List.copyOf(faults.found);
  }

  @Override
  public void error(SAXParseException fault) {
    if (HARMLESS.matcher(fault.getMessage()).find()) {
      return;
    }
    found.add(
        Text.format(
            "%s:%d:%d: %s",
            page, fault.getLineNumber(), fault.getColumnNumber(), fault.getMessage()));
  }

  @Override
  public void fatalError(SAXParseException fault) {
    error(fault);
  }

  @Override
  public void warning(SAXParseException doubt) {
    // Of style, such as a section without a heading.
  }
}
