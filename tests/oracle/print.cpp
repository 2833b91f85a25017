#include "tests/oracle/print.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace stator::oracle {
namespace {

class Printer {
public:
    explicit Printer(Random& random) : random_(random), tight_(random.percent(30)) {}

    void condition(const Condition& node) {
        open(node.parentheses);
        switch (node.kind) {
            case Condition::Kind::And: chain(node, "AND"); break;
            case Condition::Kind::Or: chain(node, "OR"); break;
            case Condition::Kind::Not:
                keyword("NOT");
                condition(node.children[0]);
                break;
            case Condition::Kind::Comparison:
                operand(node.operands[0]);
                token(node.name);
                operand(node.operands[1]);
                break;
            case Condition::Kind::Between:
                operand(node.operands[0]);
                keyword("BETWEEN");
                operand(node.operands[1]);
                keyword("AND");
                operand(node.operands[2]);
                break;
            case Condition::Kind::In:
                operand(node.operands[0]);
                keyword("IN");
                arguments({node.operands.begin() + 1, node.operands.end()});
                break;
            case Condition::Kind::Function:
                token(node.name);
                arguments(node.operands);
                break;
        }
        close(node.parentheses);
    }

    void update(const Update& update) {
        for (const Section& section : update.sections) {
            keyword(section.keyword);
            bool first = true;
            for (const Clause& clause : section.clauses) {
                if (!first) token(",");
                first = false;
                this->clause(section.keyword, clause);
            }
        }
    }

    void projection(const Projection& projection) {
        bool first = true;
        for (const Path& path : projection.paths) {
            if (!first) token(",");
            first = false;
            this->path(path);
        }
    }

    std::string text() const { return text_; }

private:
    static bool is_wordy(char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '#' || c == ':';
    }

    void token(const std::string& written) {
        const bool needed = !text_.empty() && is_wordy(text_.back()) && is_wordy(written[0]);
        if (needed || (!text_.empty() && !tight_ && random_.percent(60))) text_ += " ";
        if (!tight_ && random_.percent(3)) text_ += random_.one_of({"  ", "\t", "\n", "\r\n"});
        text_ += written;
    }

    // Without a blank before it, mostly.
    void attached(const std::string& written) {
        if (!tight_ && random_.percent(3)) text_ += " ";
        text_ += written;
    }

    void keyword(std::string word) {
        if (random_.percent(20)) {
            for (char& c : word) {
                if (random_.percent(60)) c = static_cast<char>(std::tolower(c));
            }
        }
        token(word);
    }

    void open(int count) {
        for (int i = 0; i < count; ++i) token("(");
    }

    void close(int count) {
        for (int i = 0; i < count; ++i) token(")");
    }

    void chain(const Condition& node, const char* word) {
        condition(node.children[0]);
        keyword(word);
        condition(node.children[1]);
    }

    void arguments(const std::vector<Operand>& operands) {
        token("(");
        bool first = true;
        for (const Operand& argument : operands) {
            if (!first) token(",");
            first = false;
            operand(argument);
        }
        token(")");
    }

    void operand(const Operand& node) {
        open(node.parentheses);
        switch (node.kind) {
            case Operand::Kind::Path: path(node.path); break;
            case Operand::Kind::Value: token(node.reference); break;
            case Operand::Kind::Function:
                token(node.function);
                arguments(node.arguments);
                break;
        }
        close(node.parentheses);
    }

    void path(const Path& path) {
        if (path.parenthesised > 0) token("(");
        bool first = true;
        std::size_t left = path.parenthesised;
        for (const PathElement& element : path.elements) {
            if (element.is_index) {
                attached("[");
                attached(
                    std::string(random_.percent(3) ? "0" : "") + std::to_string(element.index)
                );
                attached("]");
            } else if (first) {
                token(element.written);
            } else {
                attached(".");
                attached(element.written);
            }
            first = false;
            if (left > 0 && --left == 0) attached(")");
        }
    }

    void clause(const std::string& section, const Clause& clause) {
        path(clause.target);
        if (section == "REMOVE") return;
        if (section == "SET") token("=");
        if (clause.parenthesised) token("(");
        operand(clause.operand);
        if (clause.sign != 0) {
            token(std::string(1, clause.sign));
            operand(clause.right);
        }
        if (clause.parenthesised) token(")");
    }

    Random& random_;
    bool tight_;
    std::string text_;
};

int precedence(Condition::Kind kind) {
    if (kind == Condition::Kind::Or) return 1;
    if (kind == Condition::Kind::And) return 2;
    return kind == Condition::Kind::Not ? 3 : 4;
}

}  // namespace

std::string printed(const Condition& condition, Random& random) {
    Printer printer(random);
    printer.condition(condition);
    return printer.text();
}

std::string printed(const Update& update, Random& random) {
    Printer printer(random);
    printer.update(update);
    return printer.text();
}

std::string printed(const Projection& projection, Random& random) {
    Printer printer(random);
    printer.projection(projection);
    return printer.text();
}

void parenthesise(Condition& condition) {
    for (Condition& child : condition.children) {
        if (precedence(child.kind) < precedence(condition.kind)) {
            child.parentheses = std::max(child.parentheses, 1);
        }
        parenthesise(child);
    }
}

}  // namespace stator::oracle
