// Converts lines of DynamoDB JSON on standard input to Ion on standard output, with Amazon's own
// library.
//
// usage: ion_writer.js binary|text
"use strict";
const fs = require("fs");
const ion = require("ion-js");

// The library accepts an exponent only after a 'd'.
const decimal = (text) => new ion.Decimal(text.replace(/[eE]\+?/, "d"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const SETS = {
    SS: (writer, text) => writer.writeString(text),
    NS: (writer, text) => writer.writeDecimal(decimal(text)),
    BS: (writer, text) => writer.writeBlob(bytes(text)),
};

function inside(writer, type, write) {
    writer.stepIn(type);
    write();
    writer.stepOut();
}

function writeMembers(writer, members) {
    inside(writer, ion.IonTypes.STRUCT, () => {
        for (const [name, value] of Object.entries(members)) {
            writer.writeFieldName(name);
            writeValue(writer, value);
        }
    });
}

function writeValue(writer, value) {
    const [[type, held]] = Object.entries(value);
    if (type === "S") writer.writeString(held);
    else if (type === "N") writer.writeDecimal(decimal(held));
    else if (type === "B") writer.writeBlob(bytes(held));
    else if (type === "BOOL") writer.writeBoolean(held);
    else if (type === "NULL") writer.writeNull(ion.IonTypes.NULL);
    else if (type === "M") writeMembers(writer, held);
    else if (type === "L") inside(writer, ion.IonTypes.LIST, () => held.forEach((each) => writeValue(writer, each)));
    else {
        writer.setAnnotations([`$dynamodb_${type}`]);
        inside(writer, ion.IonTypes.LIST, () => held.forEach((each) => SETS[type](writer, each)));
    }
}

const writer = process.argv[2] === "binary" ? ion.makeBinaryWriter() : ion.makeTextWriter();
for (const line of fs.readFileSync(0, "utf-8").split("\n")) {
    if (line === "") continue;
    inside(writer, ion.IonTypes.STRUCT, () => {
        writer.writeFieldName("Item");
        writeMembers(writer, JSON.parse(line).Item);
    });
}
writer.close();
fs.writeFileSync(1, Buffer.from(writer.getBytes()));
